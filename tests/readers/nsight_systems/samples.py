"""Small files of Nsight Systems in each shape, written by the rules of the formats."""

from __future__ import annotations

GPU = "NVIDIA A100-SXM4-40GB (0)"
SUMMARY_HEADER = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
SUMMARY = f"""Generating SQLite file run/my-run.sqlite from run/my-run.nsys-rep
Processing [run/my-run.sqlite] with [/opt/nsys/reports/cuda_gpu_kern_sum.py]...
{SUMMARY_HEADER}75.0,9000,3,3000.0,2900.0,2600,3500,458.3,"void scale<float, (int)2>(float *, int)"
25.0,3000,1,3000.0,3000.0,3000,3000,0.0,reduce_kernel
"""
CALLS = """Processing [run/my-run.sqlite] with [/opt/nsys/reports/cuda_api_sum.py]...
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
99.5,494000,3,164666.7,3800.0,2000,486000,285000.5,cudaMalloc
0.5,2500,4,625.0,600.0,500,800,125.5,cudaLaunchKernel
"""
COPIES = """Processing [run/my-run.sqlite] with [/opt/nsys/reports/cuda_gpu_mem_time_sum.py]...
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
100.0,7000,7,1000.0,1000.0,500,1500,100.5,[CUDA memcpy HtoD]
"""
RANGES = """Processing [run/my-run.sqlite] with [/opt/nsys/reports/nvtx_sum.py]...
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
100.0,88000,2,44000.0,44000.0,43000,45000,1414.2,PushPop,:step
"""
CONFIGURATIONS = f"""{SUMMARY_HEADER.replace("Name", "GridXYZ,BlockXYZ,Name")}\
60.0,6000,2,3000.0,3000.0,2500,3500,707.1, 148    1    1, 256    1    1,"scale(float *, int)"
40.0,4000,1,4000.0,4000.0,4000,4000,0.0,  16   16    1,  32    8    1,"scale(float *, int)"
"""
WITH_COPIES = """Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation
90.0,9000,3,3000.0,2900.0,2600,3500,458.3,CUDA_KERNEL,"scale(float *, int)"
10.0,1000,2,500.0,500.0,400,600,141.4,MEMORY_OPER,[CUDA memcpy DtoH]
"""
EXECUTIONS = """PID,TID,DevId,Count,QCount,TAvg (ns),TMed (ns),TMin (ns),TMax (ns),TStdDev (ns),AAvg (ns),AMed (ns),\
AMin (ns),AMax (ns),AStdDev (ns),QAvg (ns),QMed (ns),QMin (ns),QMax (ns),QStdDev (ns),KAvg (ns),KMed (ns),KMin (ns),\
KMax (ns),KStdDev (ns),API Name,Kernel Name
88,88,0,4,3,9000.0,9000.0,8000,10000,500.0,1700.0,1700.0,1600,1800,70.0,2500.0,2500.0,2400,2600,80.0,3000.0,3000.0,2500,\
3500,408.2,cudaLaunchKernel,"scale(float *, int)"
"""
TRACE_HEADER = (
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),"
    "Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"
)
TRACE = f"""{TRACE_HEADER}1000,2500,11,148,1,1,256,1,1,36,0.000,0.016,,,,,{GPU},1,,7,"scale(float *, int)"
4000,900,12,,,,,,,,,,0.25,277.8,Pageable,Device,{GPU},1,,7,[CUDA memcpy HtoD]
6000,3500,13,148,1,1,256,1,1,36,0.000,0.016,,,,,{GPU},1,,7,"scale(float *, int)"
9900,4000,14,16,16,1,32,8,1,18,0.000,0.000,,,,,{GPU},1,,7,reduce_kernel
"""
EXECUTION_TRACE = """API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),\
Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name
100,50,,,180,2500,2580,88,88,0,cudaLaunchKernel, 148    1    1, 256    1    1,"scale(float *, int)"
200,50,250,2500,2750,3500,6050,88,88,0,cudaLaunchKernel, 148    1    1, 256    1    1,"scale(float *, int)"
"""
SHAPES = {
    "summary": SUMMARY,
    "summary per configuration": CONFIGURATIONS,
    "summary with copies": WITH_COPIES,
    "executions": EXECUTIONS,
    "trace": TRACE,
    "trace of executions": EXECUTION_TRACE,
    "all in one": SUMMARY + CALLS + RANGES + COPIES + CONFIGURATIONS + EXECUTIONS + TRACE + EXECUTION_TRACE,
}
